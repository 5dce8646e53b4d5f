import { normalName } from '../../domain/addressing/address.ts'
import { parseQuery } from '../../domain/query/query.ts'
import { beadOfSubject, polecatOfBody, redispatchSubject } from '../../domain/redispatch.ts'
import type { Context } from '../operation.ts'

const mostAsked = 10

/**
 * The polecats that lost a bead, according to mail: those it was assigned to, and those reported as having lost it.
 * Newest first.
 */
export async function losersOf(context: Context, bead: string): Promise<readonly string[]> {
  const given = await mailOf(context, redispatchSubject(bead), ({ subject, to }) =>
    subject === redispatchSubject(bead) ? to.map((address) => address.replace(/^agent:/u, '')) : [],
  )
  const reported = await mailOf(context, `RECOVERED_BEAD ${bead}`, async ({ id, subject }) => {
    if (beadOfSubject(subject) !== bead) return []
    const polecat = polecatOfBody((await context.store.messages.read(id, null))?.message.body ?? '')
    return polecat === '' ? [] : [normalName(polecat)]
  })
  const told = [...given, ...reported].sort((one, other) => other.message - one.message)
  return [...new Set(told.map(({ agent }) => agent))]
}

type Told = { readonly id: number; readonly subject: string; readonly to: readonly string[] }

async function mailOf(
  { store, now }: Context,
  subject: string,
  namesIn: (message: Told) => readonly string[] | Promise<readonly string[]>,
): Promise<readonly { readonly message: number; readonly agent: string }[]> {
  const query = parseQuery(`"${subject.replaceAll('"', '')}"`, now())
  const page = { limit: mostAsked, after: null, best: false }
  const { rows } = await store.messages.search(query, null, now(), page)
  const found = await Promise.all(
    rows.map(async ({ message }) =>
      (await namesIn(message)).map((agent) => ({ message: message.id, agent })),
    ),
  )
  return found.flat()
}
