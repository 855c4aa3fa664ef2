/// The kind of device that messages and receipts are counted by; never anything finer.
package enum PushDeviceClass: String, Sendable, Hashable, CaseIterable {
    case iphone, android, tablet, computer, other

    /// The class of a device.
    package init(_ client: Client?) {
        self =
            switch client {
            case .iphone, .ipod: .iphone
            case .android: .android
            case .ipad, .tablet: .tablet
            case .desktop: .computer
            default: .other
            }
    }
}
