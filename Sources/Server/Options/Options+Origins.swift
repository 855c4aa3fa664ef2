import Locating
import Web

extension Options {
    /// The origins that the operator's settings define. Throws if the location database cannot be used.
    var origins: Origins {
        get throws(OptionError) {
            do {
                let locator = try AddressLocator(database: readers.locationDatabase, asksNames: readers.asksNames)
                return Origins(
                    intranet: readers.intranet, proxies: listening.trustedProxies, locator: locator,
                    alwaysLocates: readers.weather != nil)
            } catch {
                throw OptionError(faults: ["N4MD_LOCATION_DATABASE cannot be used. \(error)"])
            }
        }
    }
}
