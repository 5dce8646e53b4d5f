import type { TokenRole } from '../../domain/token.ts'
import { internal } from '../internal.ts'

/** The owner of a server token. */
export type TokenHolder = { readonly role: TokenRole; readonly id: string }

export const tokenHolder = internal({
  summary: 'Find the owner of a token',
  access: 'read',
  async run({ store }, { secret }: { readonly secret: string }): Promise<TokenHolder | null> {
    const token = await store.tokens.find(secret)
    return token === null ? null : { role: token.role, id: token.identity }
  },
})
