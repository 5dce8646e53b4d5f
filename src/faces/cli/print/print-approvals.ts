import { reveal, sanitize } from '../../../domain/sanitize.ts'
import type { PermissionRequestValue } from '../../../values/approvals-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import { age } from '../../present.ts'
import type { Printed, Sheet } from '../sheet.ts'
import { factLines } from './facts.ts'

export function printRequest(request: PermissionRequestValue, sheet: Sheet): Printed {
  const { agent, session, helper, since, asked, isOpen } = request
  const facts = factLines(
    [
      ['Agent', agent],
      ['Session', session ?? ''],
      ['Helper', helper ?? ''],
      ['Asked', `${age(since, sheet.now)} ago`],
      ['Open', isOpen ? 'yes' : 'no'],
    ],
    { column: 12 },
    sheet,
  )
  // Invisible characters are shown as their numbers.
  const whole = sanitize(reveal(JSON.stringify(asked, null, 2))).split('\n')
  return { lines: [...facts, '', ...whole], notes: [] }
}

export function printDecided({ agent, verdict, taken }: Values['decidedRequest']): Printed {
  const lines = [`${verdict === 'allow' ? 'Allowed' : 'Denied'} the request of ${agent}`]
  return { lines, notes: taken ? [] : ['Its hook has not taken the decision.'] }
}
