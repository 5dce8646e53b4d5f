import { looksOf, reservedTwin } from '../../../src/domain/addressing/lookalike.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { type AgentState, isAnotherRole } from '../../../src/domain/roster.ts'
import type { LookalikeRule } from '../../roster-store.ts'
import type { Tx } from '../connection.ts'
import { type AgentRow, listed } from '../rows/agent-rows.ts'
import type { Work } from '../work.ts'

const twinSql = `SELECT a.address FROM agents a WHERE a.id <> @id AND ${listed} AND a.id IN (
  SELECT id FROM agents WHERE skeleton = @skeleton UNION ALL SELECT id FROM agents WHERE glyphs = @glyphs) ORDER BY a.id LIMIT 1`
const looksSql =
  'UPDATE agents SET skeleton = @skeleton, glyphs = @glyphs, lookalike = @lookalike WHERE id = @id'

/**
 * Gives a new name its looks. A name that could be mistaken for another is refused, or marked where it comes from
 * another system.
 * @throws MailError `conflict` another name looks like it · `usage` it looks like nothing
 */
export function* nameNewcomer(
  tx: Tx,
  { id, address }: { readonly id: number; readonly address: string },
  rule: LookalikeRule,
): Work<void> {
  const looks = looksOf(address)
  const reserved = rule === 'allow' ? null : reservedTwin(address)
  const twin = reserved ?? (yield* tx.cell<string>(twinSql, { id, ...looks })) ?? null
  if (rule === 'refuse') {
    if (looks.skeleton === '')
      throw new MailError(
        'usage',
        `The name ${JSON.stringify(address)} has no visible characters.`,
        'Choose a plain name.',
      )
    if (twin !== null) throw looksLike(address, twin, reserved !== null)
  }
  yield* tx.run(looksSql, { id, ...looks, lookalike: rule === 'mark' ? twin : null })
}

function looksLike(address: string, twin: string, isReserved: boolean): MailError {
  const what = isReserved ? 'which has another meaning as an address' : 'which is already registered'
  return new MailError(
    'conflict',
    `${address} looks like ${twin}, ${what}; nothing was registered.`,
    `Choose another name. To use both names, run \`watchpost agents register ${address} --allow-lookalike\`.`,
  )
}

/**
 * Several roles of Gas Town share a normal form. The mailbox belongs to the role that holds it.
 * @throws MailError `conflict` another role holds it
 */
export function requireSameRole(known: AgentRow, longForm: string | null): void {
  if (!isAnotherRole(roleOf(known), longForm)) return
  const holder = known.long_form ?? known.address
  throw new MailError(
    'conflict',
    `${longForm} would share the mailbox ${known.address} with ${holder}; nothing was registered.`,
    `Choose another name, or retire ${holder} first.`,
  )
}

/** Marks the holder of a mailbox that another system gave to another role as well. The holder keeps it. */
export function* markOtherRole(tx: Tx, known: AgentRow, longForm: string | null): Work<void> {
  if (!isAnotherRole(roleOf(known), longForm)) return
  yield* tx.run('UPDATE agents SET lookalike = coalesce(lookalike, ?) WHERE id = ?', longForm, known.id)
}

function roleOf({ address, long_form, state }: AgentRow) {
  return { address, longForm: long_form, state: state as AgentState }
}
