import type { JsonObject } from '../../domain/json.ts'
import { optionalText, requiredName, timeOf, UnreadableError } from '../fields.ts'
import type { Found } from '../format.ts'
import { fieldsOf } from './place.ts'

export function agentBead(record: JsonObject): boolean {
  const labels = Array.isArray(record['labels']) ? record['labels'] : []
  return record['issue_type'] === 'agent' || labels.includes('gt:agent')
}

const gone = new Set(['dead', 'nuked', 'stopped'])

/** An agent by the id of its bead, such as `gt-gastown-polecat-nux`, with the fields in its text. @throws UnreadableError */
export function readAgent(record: JsonObject, where: string): readonly Found[] {
  const id = requiredName(record, 'id')
  const fields = fieldsOf(optionalText(record, 'description') ?? '')
  const address = addressIn(id, fields.get('role_type'), fields.get('rig'))
  if (address === null) throw new UnreadableError(`the id names no agent: ${id.slice(0, 100)}`)
  const status = optionalText(record, 'status')
  const isDead = status === 'closed' || status === 'tombstone' || gone.has(fields.get('agent_state') ?? '')
  const role = fields.get('role_type') ?? address.role
  return [
    {
      type: 'agent',
      where,
      agent: {
        address: address.name,
        role,
        swarm: null,
        session: null,
        tags: [],
        state: isDead ? 'dead' : 'frozen',
        lastSeen: lastActivity(record, fields.get('last_activity')),
      },
    },
  ]
}

/** A column of the bead, or a line of its text. What is no time of this age says nothing: Go's zero time is in the year 1. */
function lastActivity(record: JsonObject, line: string | undefined): number | null {
  const told = record['last_activity'] ?? line
  if (typeof told !== 'string') return null
  try {
    const at = timeOf(told, 'last_activity')
    return at > 0 ? at : null
  } catch {
    return null
  }
}

type Named = { readonly name: string; readonly role: string }

/** The ids of `gt`: PREFIX-mayor, PREFIX-dog-NAME, PREFIX-RIG-witness, PREFIX-RIG-polecat-NAME. A rig may have hyphens. */
function addressIn(id: string, role: string | undefined, rig: string | undefined): Named | null {
  const [, rest = ''] = /^[a-z0-9]+-(.+)$/iu.exec(id) ?? []
  const [, town] = /^(mayor|deacon)$/u.exec(rest) ?? []
  if (town !== undefined) return { name: `${town}/`, role: town }
  const [, dog] = /^dog-(.+)$/u.exec(rest) ?? []
  if (dog !== undefined) return { name: `deacon/dogs/${dog}`, role: 'dog' }
  const own = rig === undefined || !rest.startsWith(`${rig}-`) ? rest : rest.slice(rig.length + 1)
  const found = rig === undefined || own === rest ? splitRig(rest) : { rig, own }
  if (found === null) return null
  const [, keeper] = /^(witness|refinery)$/u.exec(found.own) ?? []
  if (keeper !== undefined) return { name: `${found.rig}/${keeper}`, role: keeper }
  const [, kind, name] = /^(polecat|crew)-(.+)$/u.exec(found.own) ?? []
  if (kind === undefined || name === undefined || (role !== undefined && role !== kind)) return null
  return { name: `${found.rig}/${kind === 'polecat' ? 'polecats' : 'crew'}/${name}`, role: kind }
}

function splitRig(text: string): { readonly rig: string; readonly own: string } | null {
  const [, rig, own] = /^(.+?)-(witness|refinery|(?:polecat|crew)-.+)$/u.exec(text) ?? []
  return rig === undefined || own === undefined ? null : { rig, own }
}
