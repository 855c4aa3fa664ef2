import Archive
import Credentials
import Foundation
import News
import Passkeys
import Web

/// The page of a person's own account.
struct AccountPage: Sendable {
    struct Place: Sendable {
        var id: Int
        var agent: String
        var address: String
        var since: String
        var used: String
        var isThis: Bool
    }
    struct Token: Sendable {
        var id: Int
        var name: String
        var scope: String
        var until: String
        var used: String
    }
    var role: String
    var hasFactor: Bool
    var shortest = PasswordRules.shortest
    /// The other languages that pages come in.
    var tongues: [Tongue]
    var places: [Place]
    var tokens: [Token]
    var passkeys: [PasskeyRow]
    /// Whether passkeys can be added.
    var offersPasskeys: Bool
    var hasPasskeys: Bool
    var isAddingPasskey: Bool
    var scopes: [Choice]
    var spans: [Choice]
    /// Shown only once.
    var newToken: String?
    /// Whether the forms for a token and for a password are unfolded, because they were refused.
    var isMaking: Bool
    var isChangingPassword: Bool
    /// Why the form with it was refused.
    var refusal: String?
    /// The name of a token as it was typed.
    var tokenName: String

    /// - Parameter refused: the form that was refused.
    init(
        _ visit: NewsroomDesk.Visit, _ sessions: [SessionRecord], _ tokens: [TokenRecord], newToken: String?,
        _ passkeys: [PasskeyRecord], offersPasskeys: Bool, refused: AccountRoutes.Refused?, _ refusal: String?,
        tongues: [Tongue]
    ) {
        self.tongues = tongues
        self.offersPasskeys = offersPasskeys
        self.passkeys = passkeys.map { PasskeyRow($0, visit.strings) }
        hasPasskeys = offersPasskeys || !passkeys.isEmpty
        isAddingPasskey = if case .passkey = refused { true } else { false }
        self.refusal = refusal
        let strings = visit.strings
        func moment(_ date: Date) -> String { Moment(date, strings).text }
        let making: NewsroomForm? = if case .token(let form) = refused { form } else { nil }
        isMaking = making != nil
        isChangingPassword = if case .password = refused { true } else { false }
        tokenName = making?.line("name", limit: 100) ?? ""
        role = strings["room_role_" + visit.editor.role.rawValue]
        hasFactor = visit.session.hasSecondFactor
        places = sessions.map {
            Place(
                id: $0.id, agent: strings.browser($0.agent), address: $0.address,
                since: strings("room_since", moment($0.createdAt)), used: strings("room_used", moment($0.usedAt)),
                isThis: $0.id == visit.session.id)
        }
        self.tokens = tokens.map {
            Token(
                id: $0.id, name: $0.name.isEmpty ? "–" : $0.name, scope: strings["room_scope_" + $0.scope.rawValue],
                until: $0.expiresAt.map { strings("room_until", moment($0)) } ?? strings["room_forever"],
                used: $0.usedAt.map { strings("room_used", moment($0)) } ?? strings["room_unused"])
        }
        scopes = TokenScope.allCases.map {
            Choice(
                value: $0.rawValue, name: strings["room_scope_" + $0.rawValue],
                isChosen: $0.rawValue == making?["scope"] ?? TokenScope.write.rawValue)
        }
        spans = [7, 30, 90, 366].map {
            Choice(value: "\($0)", name: strings("room_days", $0), isChosen: "\($0)" == making?["days"] ?? "90")
        }
        self.newToken = newToken
    }
}
