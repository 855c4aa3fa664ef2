/// How soon a push service wakes a device for a message (RFC 8030, section 5.3). It is the only thing that the service
/// knows of the battery at the moment of delivery, so the sender says for which battery the message is worth it.
package enum PushUrgency: String, Sendable, Hashable, CaseIterable {
    /// Only on power and Wi-Fi.
    case veryLow = "very-low"
    /// On either power or Wi-Fi.
    case low
    /// On neither.
    case normal
    /// Also with a low battery.
    case high

    /// The battery below which news that can wait waits for power or Wi-Fi, in percent; as in the policy's rule `battery25`.
    private static let lowBattery = 25
    /// The battery below which it waits for both.
    private static let emptyBattery = 10

    /// The urgency of a message for a device, by what it last said of itself.
    package init(isUrgent: Bool, for context: DeviceContext) {
        let battery = context.isCharging == true ? 100 : context.battery ?? 100
        self =
            if isUrgent { .high } else if battery < Self.emptyBattery {
                .veryLow
            } else if battery < Self.lowBattery
                || context.saveData == true
            { .low } else { .normal }
    }
}
