import { openAway } from '../../overlays/sheet/sheet.ts'
import { command } from '../command.ts'

const keys = 'g a'

export const away = command({
  name: 'away',
  at: {
    everywhere: keys,
    fleet: keys,
    'agent-page': keys,
    debates: keys,
    debate: keys,
    tasks: keys,
    queues: keys,
  },
  help: 'what happened while you were away',
  operation: 'away',
  run: openAway,
})
