import { matchesPattern } from './addressing/address.ts'
import { type Agent, isPerson, officers } from './roster.ts'

type Powers = Pick<Agent, 'canComplete' | 'budget' | 'talksTo' | 'reportsTo' | 'watched' | 'role' | 'kind'>
type Wanted = { readonly address: string } & Partial<Powers>

const leading = ['foreman', 'supervisor', 'coo', 'mayor', 'human']

/** What a registration changes: facts, which an agent may change itself, or powers, which it cannot give itself. */
export function givesPowers(known: Powers | null, wanted: Wanted): boolean {
  return (
    (known === null && leads(wanted.address)) ||
    (wanted.kind !== undefined && wanted.kind !== (known?.kind ?? 'agent')) ||
    (typeof wanted.role === 'string' && wanted.role !== known?.role && leads(wanted.role)) ||
    (wanted.canComplete === true && known?.canComplete !== true) ||
    (known !== null && loosens(known, wanted))
  )
}

/** Limits that somebody set for an agent are not for the agent to take away. A tighter limit is. */
function loosens(known: Powers, { budget, talksTo, reportsTo, watched }: Partial<Powers>): boolean {
  return (
    (budget !== undefined && known.budget !== null && (budget === null || budget > known.budget)) ||
    (talksTo !== undefined && !isWithin(talksTo, known.talksTo)) ||
    (reportsTo !== undefined && known.reportsTo !== null && reportsTo !== known.reportsTo) ||
    (watched === false && known.watched)
  )
}

/** An agent gives nobody powers that it does not have itself. */
export function hasPowers(giver: Powers & { readonly address: string }, wanted: Wanted): boolean {
  const { canComplete, budget, talksTo, role, kind } = wanted
  return (
    isPerson(giver) ||
    ((canComplete !== true || giver.canComplete) &&
      (budget === undefined || giver.budget === null || (budget !== null && budget <= giver.budget)) &&
      (talksTo === undefined || isWithin(talksTo, giver.talksTo)) &&
      (typeof role !== 'string' || !leads(role) || officers.includes(giver.address)) &&
      (kind === undefined || kind === 'agent'))
  )
}

function leads(name: string): boolean {
  const word = name.replace(/\/$/u, '').split('/').at(-1)?.toLowerCase() ?? ''
  return leading.includes(word)
}

/** No list at all is everyone. */
function isWithin(wanted: readonly string[], allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  return (
    wanted.length > 0 &&
    wanted.every((one) => allowed.some((pattern) => pattern === one || matchesPattern(pattern, one)))
  )
}
