import { mailChange } from '../change.ts'

export const ack = mailChange({
  name: 'ack',
  key: 'a',
  help: 'acknowledge',
  hint: 'ack',
  rank: 11,
  operation: 'ack',
  words: { done: 'Acknowledged {}', verb: 'acknowledge {}' },
})
