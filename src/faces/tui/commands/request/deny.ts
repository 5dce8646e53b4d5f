import { command } from '../command.ts'
import { answerRequest, canAnswer, decidedWords, requestHere } from './answering.ts'

export const denyRequest = command({
  name: 'deny',
  at: { sheet: 'Alt-n' },
  help: 'deny what the agent asks permission for',
  hint: (state) => (requestHere(state) === null ? undefined : 'deny it'),
  rank: 1,
  operation: 'decideRequest',
  writes: true,
  available: canAnswer,
  run: (state) => answerRequest(state, 'sheet.deny', 'deny'),
  done: {
    decideRequest: (decided) => decidedWords('Denied', decided),
  },
})
