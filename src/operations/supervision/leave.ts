import { requiredText } from '../../input/input.ts'
import { terminalId } from '../../services/supervision/terminal-id.ts'
import { operation } from '../operation.ts'

export const leave = operation({
  summary: 'Report that a terminal inbox is closed',
  access: 'write',
  needs: 'own',
  input: { terminal: requiredText('Its name', { positional: true, placeholder: 'NAME' }) },
  value: 'left',
  unregistered: true,
  async run({ store }, input) {
    const terminal = terminalId(input.terminal)
    await store.presence.leave(terminal)
    return { terminal }
  },
})
