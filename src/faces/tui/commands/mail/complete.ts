import { mailChange } from '../change.ts'

export const complete = mailChange({
  name: 'complete',
  key: 'c',
  help: 'complete',
  hint: 'complete',
  rank: 12,
  operation: 'complete',
  words: { done: 'Completed {}', verb: 'complete {}' },
})
