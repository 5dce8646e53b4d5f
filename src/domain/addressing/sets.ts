import type { RosterEntry } from '../roster.ts'
import { type Address, matchesPattern, parseAddress } from './address.ts'

/**
 * Whether a pattern or one of Gas Town's sets includes an agent. Other addresses cannot be decided from the name alone.
 */
export function fits(address: Address, agent: RosterEntry): boolean {
  if (address.type === 'pattern') return matchesPattern(address.pattern, agent.address, agent.longForm)
  return address.type === 'set' && inSet(agent, address.set, address.rig)
}

/** The same of an address as mail was held for it; a name fits nobody here. */
export function fitsHeld(held: string, agent: RosterEntry): boolean {
  return (held.includes('*') || held.startsWith('@')) && fits(parseAddress(held), agent)
}

/** Gas Town's sets, by the roles and places that its addresses spell. */
export function inSet(agent: RosterEntry, set: string, rig: string | null): boolean {
  const form = agent.longForm ?? agent.address
  const [place = '', part = ''] = form.split('/')
  if (rig !== null) return place === rig && (set === 'rig' || part === set)
  switch (set) {
    case 'town':
      return form === 'mayor/' || form === 'deacon/' || form === 'mayor' || form === 'deacon'
    case 'crew':
      return part === 'crew'
    case 'witnesses':
      return part === 'witness'
    case 'refineries':
      return part === 'refinery'
    case 'dogs':
      return place === 'deacon' && part === 'dogs'
    case 'deacons':
      return agent.address === 'deacon/'
    case 'overseer':
      return agent.kind === 'user' || agent.kind === 'admin'
    default:
      return false
  }
}
