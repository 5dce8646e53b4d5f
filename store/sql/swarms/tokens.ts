import type { Token, TokenRole } from '../../../src/domain/token.ts'
import type { TokenStore } from '../../mail-store.ts'
import { loadCrypto } from '../../shared/crypto.ts'
import type { Connection } from '../connection.ts'
import type { Working } from '../work.ts'

type Row = {
  readonly id: string
  readonly role: string
  readonly identity: string
  readonly created_at: number
  readonly revoked_at: number | null
}

const columns = 'id, role, identity, created_at, revoked_at'

export function openTokens(connection: Connection): Working<TokenStore> {
  return {
    *add({ id, role, identity, createdAt, revokedAt }, secret) {
      const sql = `INSERT INTO tokens(${columns}, digest) VALUES(?, ?, ?, ?, ?, ?)`
      yield* connection.write((tx) => tx.run(sql, id, role, identity, createdAt, revokedAt, digestOf(secret)))
    },
    *find(secret) {
      const sql = `SELECT ${columns} FROM tokens WHERE digest = ? AND revoked_at IS NULL`
      const row = yield* connection.row<Row>(sql, digestOf(secret))
      return row === undefined ? null : tokenOf(row)
    },
    *list() {
      const sql = `SELECT ${columns} FROM tokens ORDER BY created_at, id`
      return (yield* connection.rows<Row>(sql)).map(tokenOf)
    },
    *revoke(id, at) {
      const sql = `UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING ${columns}`
      const row = yield* connection.write((tx) => tx.row<Row>(sql, at, id))
      return row === undefined ? null : tokenOf(row)
    },
  }
}

/** A secret is 256 random bits: nothing is gained by a slow digest. */
function digestOf(secret: string): string {
  return loadCrypto().hash('sha256', secret, 'base64url')
}

function tokenOf({ id, role, identity, created_at, revoked_at }: Row): Token {
  return { id, role: role as TokenRole, identity, createdAt: created_at, revokedAt: revoked_at }
}
