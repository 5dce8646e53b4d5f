import { forwardFields, forwardMessage } from '../../services/posting/forward.ts'
import { operation } from '../operation.ts'

export const forward = operation({
  summary: 'Forward a message, quoted below your own note',
  access: 'write',
  needs: 'own',
  input: forwardFields,
  value: 'sent',
  examples: [['watchpost forward Q8Y7D critic -b "Is this still true?"', 'forwards Q8Y7D to critic']],
  run: forwardMessage,
})
