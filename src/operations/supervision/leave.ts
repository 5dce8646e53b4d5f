import { requiredText } from '../input.ts'
import { operation } from '../operation.ts'
import { terminalId } from './terminal-id.ts'

export const leave = operation({
  summary: 'Say that a terminal is closed',
  access: 'write',
  input: { terminal: requiredText('The name it had', { positional: true, placeholder: 'NAME' }) },
  value: 'left',
  unregistered: true,
  async run({ store }, input) {
    const terminal = terminalId(input.terminal)
    await store.presence.leave(terminal)
    return { terminal }
  },
})
