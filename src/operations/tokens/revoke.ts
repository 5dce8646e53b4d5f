import { MailError } from '../../domain/errors.ts'
import { requiredText } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { tokenValue } from '../../services/tokens/value.ts'
import { operation } from '../operation.ts'

export const revokeToken = operation({
  summary: 'Revoke a token',
  access: 'write',
  needs: [['admin', 'store']],
  unregistered: true,
  input: {
    token: requiredText('Its key from `token list`, the token itself, or its owner if that has one token', {
      positional: true,
      placeholder: 'KEY',
    }),
  },
  value: 'token',
  async run(context, { token }) {
    const revoked = await context.store.tokens.revoke(await keyOf(context, token.trim()), context.now())
    if (revoked !== null) return tokenValue(revoked)
    throw new MailError(
      'not-found',
      'Unknown token.',
      'List tokens with `watchpost token list`; each line begins with the key.',
    )
  },
})

/** @throws MailError `ambiguous` the owner has several tokens */
async function keyOf({ store: { tokens } }: Context, written: string): Promise<string> {
  const known = await tokens.list()
  if (known.some(({ id }) => id === written)) return written
  const itself = await tokens.find(written)
  if (itself !== null) return itself.id
  const all = known.filter(({ identity }) => identity === written)
  const open = all.filter(({ revokedAt }) => revokedAt === null)
  const [only, ...others] = open.length > 0 ? open : all.slice(-1)
  if (others.length === 0) return only?.id ?? written
  throw new MailError(
    'ambiguous',
    `${written} has ${open.length} tokens: ${open.map(({ id, role }) => `${id} (${role})`).join(', ')}.`,
    'Revoke each by its key.',
  )
}
