import { mailChange } from '../change.ts'

export const process = mailChange({
  name: 'process',
  key: 'p',
  help: 'mark as processing',
  hint: 'processing',
  rank: 15,
  operation: 'process',
  words: { done: 'Marked {} as processing', verb: 'mark {} as processing' },
})
