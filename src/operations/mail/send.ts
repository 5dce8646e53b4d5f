import { sendFields, sendLetter } from '../../services/posting/send.ts'
import { operation } from '../operation.ts'

export const send = operation({
  summary:
    'Write to agents, roles, groups, queues, channels, or everyone; nothing is stored unless every recipient is known',
  access: 'write',
  needs: 'own',
  input: sendFields,
  value: 'sent',
  examples: [
    ['watchpost send critic -s "Tests red on main" -b "See job 41." --priority urgent', 'to one agent'],
    [
      'git diff | watchpost send role:reviewer -s "Please review" -b -',
      'to the holders of a role, with the body from a pipe',
    ],
    [
      'watchpost send best:reviewer -s "Review the parser" --key review-41',
      'to the reviewer that suits it best; a repeat with the key keeps the choice',
    ],
    ['watchpost send all -s "Freeze at 17:00" --ttl 2h', 'to every active agent except you'],
  ],
  run: sendLetter,
})
