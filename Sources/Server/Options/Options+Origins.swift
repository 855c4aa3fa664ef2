import Locating
import Web

extension Options {
    /// Who asks, by what the operator says. Throws where the file of places cannot be used.
    var origins: Origins {
        get throws(OptionError) {
            do {
                let locator = try AddressLocator(database: locationDatabase, asksNames: asksNames)
                return Origins(intranet: intranet, proxies: trustedProxies, locator: locator)
            } catch {
                throw OptionError(faults: ["N4MD_LOCATION_DATABASE cannot be used. \(error)"])
            }
        }
    }
}
