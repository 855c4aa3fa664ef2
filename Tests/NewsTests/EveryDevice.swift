@testable import News

/// The contexts of devices that insist on nothing, one for each step by which a policy tells them apart: together they get every plan.
enum EveryDevice {
    private static let links: [(network: Network?, isEstimate: Bool)] =
        Network.allCases.map { ($0, false) } + [(.slow2G, true), (.second, true), (.third, true), (nil, false)]

    private static let screens: [DeviceContext] = [Client.android, .tablet].flatMap { client in
        Ladder.widths.flatMap { width in
            [1.0, 1.5, 2, 3].flatMap { ratio in
                Orientation.allCases.map { orientation in
                    var context = DeviceContext()
                    (context.client, context.screenWidth, context.pixelRatio) = (client, width, ratio)
                    context.orientation = orientation
                    return context
                }
            }
        }
    }

    static let contexts: [DeviceContext] = screens.flatMap { screen in
        ([[], .webp, [.webp, .avif]] as [PictureFormats]).flatMap { formats in
            links.flatMap { link in
                [80, 30, 15, 5].flatMap { battery in
                    [false, true].map { saveData in
                        var context = screen
                        (context.formats, context.network, context.networkIsEstimate) = (
                            formats, link.network, link.isEstimate
                        )
                        (context.battery, context.saveData) = (battery, saveData)
                        return context
                    }
                }
            }
        }
    }
}
