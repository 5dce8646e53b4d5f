import type { Json } from '../../domain/json.ts'
import type { Format, Part } from '../format.ts'
import { mergedWhere, readOnly } from '../read-only.ts'
import { reading } from '../reading.ts'
import { readEntry } from './entry.ts'

const place = /^(?:(?:\.claude\/)?teams\/)?([^/]+)\/inboxes\/([^/]+)\.json$/u

/** Only the path names the owner. */
const nameless: Part = {
  shape: 'document',
  read: (_value, where) => [
    { type: 'skipped', where, why: 'its path does not name the team: give the folder `.claude/teams`' },
  ],
}

/** Lists within an entry may look like its beginning. */
const mostTries = 200

/** The inboxes of Claude Code's teams. Read only: the format has no contract for outside writers. */
export const claudeTeams: Format = {
  name: 'claude-teams',
  files: 'TEAM/inboxes/AGENT.json',
  ...readOnly,
  partOf(path) {
    const [, team, agent] = place.exec(path) ?? []
    return team === undefined || agent === undefined ? null : inboxOf(team, agent)
  },
  within: ['.claude/teams', 'teams'],
  isNamedByFolder: true,
  partNamed: () => nameless,
  /** Equal in all of which the id is made: once more the same message. */
  merge: mergedWhere([]),
}

function inboxOf(team: string, agent: string): Part {
  const read = reading(readEntry(team, agent))
  return {
    shape: 'document',
    endOf,
    read: (value, where) =>
      Array.isArray(value)
        ? value.flatMap((entry: Json, at) => read(entry, `${where}[${at}]`))
        : [{ type: 'skipped', where, why: 'it contains no list' }],
  }
}

/**
 * The whole entries at the end of a list whose beginning is cut off. A start inside a text never counts as an
 * entry: from there on the inside and outside of texts are swapped, and the list would end inside a text.
 */
function endOf(text: string): string | null {
  let tries = 0
  for (const { index } of text.matchAll(/(?<=[,[]\s*)\{\s*"/gu)) {
    tries += 1
    if (tries > mostTries) return null
    const list = `[${text.slice(index)}`
    try {
      JSON.parse(list)
      return list
    } catch {
      // The next one, then.
    }
  }
  return null
}
