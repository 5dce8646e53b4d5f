import { operation } from '../operation.ts'
import { tokenValue } from './value.ts'

export const listTokens = operation({
  summary: 'Who may call the MAIL server; the tokens themselves are known to nobody',
  access: 'read',
  unregistered: true,
  input: {},
  value: 'tokens',
  async run(context) {
    return { tokens: (await context.store.tokens.list()).map(tokenValue) }
  },
})
