import { MailError } from '../../domain/errors.ts'
import { requiredText } from '../input.ts'
import { operation } from '../operation.ts'
import { tokenValue } from './value.ts'

export const revokeToken = operation({
  summary: 'Let a token open nothing any more, at once',
  access: 'write',
  unregistered: true,
  input: {
    token: requiredText('Its key, as `token list` tells it', { positional: true, placeholder: 'KEY' }),
  },
  value: 'token',
  async run(context, { token: key }) {
    const revoked = await context.store.tokens.revoke(key, context.now())
    if (revoked !== null) return tokenValue(revoked)
    throw new MailError('not-found', 'There is no such token.', 'List them with `watchpost token list`.')
  },
})
