import { randomBytes } from 'node:crypto'

/** Milliseconds for which an access token counts, and for which a refresh token can be exchanged for others. */
export const accessTime = 15 * 60_000
const refreshTime = 30 * 24 * 60 * 60_000
/** Of one token, and of one session: the oldest go first. */
const mostSessions = 100
const mostAccess = 20

const [accessPrefix, refreshPrefix] = ['wpa_', 'wpr_']
/** The name of a session, and what only its client knows, as they stand in its tokens. */
const written = /^(wp[ar]_)([\w-]{22})([\w-]{43})$/u

type Session = {
  /** The token that it was begun with, which is looked up each time: revoking that ends all. */
  readonly secret: string
  readonly until: number
  /** The only refresh token that counts. */
  refresh: string
  readonly access: Map<string, number>
}

export type Grant = { readonly access: string; readonly refresh: string }

/**
 * Clients that exchanged a token for others that count for a short time. Known to this server alone, for as long as it runs: in the store they
 * would be secrets to guard. No cookie is set, because a page of another site could send it.
 */
export type Sessions = {
  begin(secret: string): Grant
  /** Exchanges a refresh token, once: who comes with it again may have stolen it, so that ends the session. */
  renew(refresh: string): Grant | null
  end(refresh: string): void
  /** The token behind a bearer's; a bearer's own where it was not exchanged; `null` where it counts no more. */
  behind(bearer: string): string | null
}

export function openSessions(now: () => number): Sessions {
  const sessions = new Map<string, Session>()

  function known(id: string): Session | null {
    const session = sessions.get(id)
    if (session === undefined || session.until > now()) return session ?? null
    sessions.delete(id)
    return null
  }

  function grant(id: string, session: Session): Grant {
    const [access, refresh] = [random(32), random(32)]
    session.refresh = refresh
    session.access.set(access, Math.min(now() + accessTime, session.until))
    for (const [oldest] of session.access) {
      if (session.access.size <= mostAccess) break
      session.access.delete(oldest)
    }
    return { access: accessPrefix + id + access, refresh: refreshPrefix + id + refresh }
  }

  return {
    begin(secret) {
      const [oldest, ...others] = [...sessions].filter(([, session]) => session.secret === secret)
      if (oldest !== undefined && others.length + 1 >= mostSessions) sessions.delete(oldest[0])
      const [id, session] = [
        random(16),
        { secret, until: now() + refreshTime, refresh: '', access: new Map() },
      ]
      sessions.set(id, session)
      return grant(id, session)
    },
    renew(refresh) {
      const { prefix, id, rest } = partsOf(refresh)
      const session = prefix === refreshPrefix ? known(id) : null
      if (session === null) return null
      if (session.refresh === rest) return grant(id, session)
      sessions.delete(id)
      return null
    },
    end(refresh) {
      const { prefix, id, rest } = partsOf(refresh)
      if (prefix === refreshPrefix && sessions.get(id)?.refresh === rest) sessions.delete(id)
    },
    behind(bearer) {
      const { prefix, id, rest } = partsOf(bearer)
      if (prefix !== accessPrefix) return bearer
      const session = known(id)
      const until = session?.access.get(rest)
      return session !== null && until !== undefined && until > now() ? session.secret : null
    },
  }
}

function partsOf(token: string) {
  const [, prefix = '', id = '', rest = ''] = written.exec(token) ?? []
  return { prefix, id, rest }
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
