import { coloured } from '../../panes/thread/folding.ts'
import { command } from '../command.ts'

export const colours = command({
  name: 'colours',
  at: { thread: 'z c' },
  help: "the text in its writer's colours",
  needs: 'text',
  run: coloured,
})
