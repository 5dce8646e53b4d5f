import { coloured } from '../../panes/thread/folding.ts'
import { command } from '../command.ts'

export const colours = command({
  name: 'colours',
  at: { thread: 'z c' },
  help: "show the text in its sender's colours",
  needs: 'text',
  run: coloured,
})
