import { command } from '../command.ts'
import { answerRequest, canAnswer, decidedWords, requestHere } from './answering.ts'

export const allowRequest = command({
  name: 'allow',
  at: { sheet: 'Alt-y' },
  help: 'allow what the agent asks permission for',
  hint: (state) => (requestHere(state) === null ? undefined : 'allow it'),
  rank: 1,
  operation: 'decideRequest',
  writes: true,
  available: canAnswer,
  run: (state) => answerRequest(state, 'sheet.allow', 'allow'),
  done: {
    decideRequest: (decided) => decidedWords('Allowed', decided),
  },
})
