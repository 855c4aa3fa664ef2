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
    /// Sends a test. Returns the HTTP status of the device's push service: 201 if it took the message.
    let test: @Sendable (Test) async throws -> Int

    package init(wake: @escaping @Sendable () -> Void, test: @escaping @Sendable (Test) async throws -> Int) {
        (self.wake, self.test) = (wake, test)
    }
}
