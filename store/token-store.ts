import type { Token } from '../src/domain/token.ts'

export type TokenStore = {
  /** Keeps a digest of the secret. */
  add(token: Token, secret: string): Promise<void>
  /** The token of a secret; `null` for a wrong and for a revoked one. */
  find(secret: string): Promise<Token | null>
  /** Oldest first, revoked ones among them. */
  list(): Promise<readonly Token[]>
  /** `null` where there is none; a revoked one stays as it was. */
  revoke(id: string, at: number): Promise<Token | null>
}
