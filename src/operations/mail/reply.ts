import { replyFields, replyTo } from '../../services/posting/reply.ts'
import { operation } from '../operation.ts'

export const reply = operation({
  summary: 'Reply to the sender of a message, in its thread and with its priority',
  access: 'write',
  needs: 'own',
  input: replyFields,
  value: 'sent',
  examples: [
    ['watchpost reply Q8Y7D -b "Done; see commit 41ab."', 'answers the message Q8Y7D'],
    ['watchpost reply Q8Y7D --option 2', 'decides an escalation by its second option'],
  ],
  run: replyTo,
})
