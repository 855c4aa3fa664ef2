/// The newsroom's link to the sender of messages to readers' devices.
package struct PushLink: Sendable {
    /// A message to one device, for its owner to see how it looks.
    package struct Test: Sendable {
        /// The identifier of the device's subscription.
        package var device: String
        package var title: String
        package var text: String
        /// The address of the story's page.
        package var url: String
    }

    /// Call when there is a new message.
    let wake: @Sendable () -> Void
    /// Sends a test. Returns whether the device's push service took the message; throws faults of our own.
    let test: @Sendable (Test) async throws -> Bool

    package init(wake: @escaping @Sendable () -> Void, test: @escaping @Sendable (Test) async throws -> Bool) {
        (self.wake, self.test) = (wake, test)
    }
}
