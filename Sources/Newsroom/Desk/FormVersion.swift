import Web

extension NewsroomForm {
    /// The number of the earlier version that a button puts into the form; nil if another button was pressed.
    var restored: Int? {
        let (command, start) = (self["do"], "restore-")
        return command.hasPrefix(start) ? Int(command.dropFirst(start.count)) : nil
    }
}
