import { handingFields, handOff } from '../../services/posting/handoff.ts'
import { operation } from '../operation.ts'

export const handoff = operation({
  summary: 'Hand work to the next agent with its state, next steps, files and blockers',
  access: 'write',
  needs: 'own',
  input: handingFields,
  value: 'sent',
  examples: [
    [
      'watchpost handoff implementer -s "Implement the store" --done "Design approved" --state "Ready" --next "Write store.py" --next "Add tests" --file DESIGN.md',
      'a structured handoff',
    ],
    [
      'watchpost handoff implementer --template bug --field "symptom=The list is empty" --field "reproduce=Open it twice" --done "Found the cause"',
      'a handoff with the fields of a bug',
    ],
  ],
  run: handOff,
})
