import type { TokenRole } from '../../domain/token.ts'
import { internal } from '../internal.ts'

/** Whom a token of the server stands for. */
export type TokenHolder = { readonly role: TokenRole; readonly id: string }

export const tokenHolder = internal({
  summary: 'Find whom a token stands for',
  access: 'read',
  async run({ store }, { secret }: { readonly secret: string }): Promise<TokenHolder | null> {
    const token = await store.tokens.find(secret)
    return token === null ? null : { role: token.role, id: token.identity }
  },
})
