import type { Token } from '../../domain/token.ts'
import { iso } from '../../services/values.ts'
import type { TokenValue } from '../../values/tokens-schema.ts'

export function tokenValue({ id, role, identity, createdAt, revokedAt }: Token): TokenValue {
  return { key: id, role, id: identity, createdAt: iso(createdAt), revokedAt: iso(revokedAt) }
}
