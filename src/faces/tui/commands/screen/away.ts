import { openAway } from '../../overlays/sheet/sheet.ts'
import { command } from '../command.ts'

export const away = command({
  name: 'away',
  at: { everywhere: 'g a' },
  help: 'what happened while you were away',
  operation: 'away',
  run: openAway,
})
