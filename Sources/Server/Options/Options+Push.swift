import Archive
import Credentials
import News
import Push
import Web

extension Options {
    /// The newspaper's secret, which seals its keys: the operator's, or that of the data folder, made at the first use. Throws `OptionError`.
    var secret: Secret {
        get throws(OptionError) {
            if let secret = storage.secret { return secret }
            do throws(SecretFileError) { return try SecretFile.read(storage.data + "/secret") } catch {
                throw OptionError(faults: ["\(error) Or set N4MD_SECRET."])
            }
        }
    }

    /// The newspaper's keys; nil if the operator has not set up push.
    func keys(_ archive: Archive) throws(OptionError) -> KeyDesk? {
        guard let contact = push.contact else { return nil }
        return KeyDesk(archive: archive, secret: try secret, contact: contact.text)
    }

    /// Which addresses push services may have.
    var endpointRules: EndpointRules { EndpointRules(networks: push.networks) }
}
