import type { Token, TokenRole } from '../../../src/domain/token.ts'
import type { TokenStore } from '../../mail-store.ts'
import { loadCrypto } from '../../shared/crypto.ts'
import type { Connection } from '../connection.ts'
import { tokens } from '../tables/swarms.ts'
import { cellsOf, columnsBut, insertSql, type Row } from '../tables/table.ts'
import type { Working } from '../work.ts'

const names = columnsBut(tokens, 'digest')
const columns = names.join(', ')
const addSql = insertSql(tokens, [...names, 'digest'])
type TokenRow = Row<typeof tokens, (typeof names)[number]>

export function openTokens(connection: Connection): Working<TokenStore> {
  return {
    *add({ id, role, identity, createdAt, revokedAt }, secret) {
      const row = { id, role, identity, created_at: createdAt, revoked_at: revokedAt }
      yield* connection.write((tx) => tx.run(addSql, ...cellsOf(names, row), digestOf(secret)))
    },
    *find(secret) {
      const sql = `SELECT ${columns} FROM tokens WHERE digest = ? AND revoked_at IS NULL`
      const row = yield* connection.row<TokenRow>(sql, digestOf(secret))
      return row === undefined ? null : tokenOf(row)
    },
    *list() {
      const sql = `SELECT ${columns} FROM tokens ORDER BY created_at, id`
      return (yield* connection.rows<TokenRow>(sql)).map(tokenOf)
    },
    *revoke(id, at) {
      const sql = `UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING ${columns}`
      const row = yield* connection.write((tx) => tx.row<TokenRow>(sql, at, id))
      return row === undefined ? null : tokenOf(row)
    },
  }
}

/** A secret is 256 random bits: nothing is gained by a slow digest. */
function digestOf(secret: string): string {
  return loadCrypto().hash('sha256', secret, 'base64url')
}

function tokenOf({ id, role, identity, created_at, revoked_at }: TokenRow): Token {
  return { id, role: role as TokenRole, identity, createdAt: created_at, revokedAt: revoked_at }
}
