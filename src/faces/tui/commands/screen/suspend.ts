import { command } from '../command.ts'

export const suspend = command({
  name: 'suspend',
  at: { everywhere: 'C-z' },
  help: 'suspend',
  run: (state) => [state, { type: 'suspend' }],
})
