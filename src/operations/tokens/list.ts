import { tokenValue } from '../../services/tokens/value.ts'
import { operation } from '../operation.ts'

export const listTokens = operation({
  summary: 'List tokens of the MAIL server by owner and role; only their hashes are stored',
  access: 'read',
  unregistered: true,
  input: {},
  value: 'tokens',
  async run(context) {
    return { tokens: (await context.store.tokens.list()).map(tokenValue) }
  },
})
