import { checkInput, type Fields, flag } from '../../input/input.ts'
import { openTerminals } from '../../services/supervision/open-terminals.ts'
import type { Values } from '../../values/schemas.ts'
import { attention } from '../attention/attention.ts'
import { count } from '../mail/count.ts'
import { type Once, operation } from '../operation.ts'
import { places } from '../places/list.ts'
import { listAgents } from '../roster/list.ts'
import { countViews } from '../views/count.ts'
import { listViews } from '../views/list.ts'

const [most, mostAgents] = [100, 500]

/** Each part is an operation of its own. Open debates and tasks are no part: they are gathered from whole threads. */
export const glance = operation({
  summary: 'Show the counts around the mail in one answer: attention, views, places and open terminals',
  access: 'read',
  unregistered: true,
  input: { agents: flag(`Also the roster, up to ${mostAgents} agents`) },
  value: 'glance',
  examples: [['watchpost glance --json', 'what a status bar or a dashboard asks for after a change']],
  async run(context, { agents = false }): Promise<Values['glance']> {
    const asked = <F extends Fields, V>({ run, input }: Once<F, V>, raw: object): Promise<V> =>
      run(context, checkInput(input, { ...raw }))
    const [unread, { groups }, { views }, { counts }, placesNow, presence, roster] = await Promise.all([
      asked(count, {}),
      asked(attention, { count: true }),
      asked(listViews, { limit: most }),
      asked(countViews, {}),
      asked(places, {}),
      openTerminals(context),
      agents ? asked(listAgents, { limit: mostAgents }) : null,
    ])
    const countOf = (name: (typeof counts)[number]['view']) =>
      counts.find(({ view }) => view === name)?.count ?? 0
    return {
      unread,
      dead: countOf('dead-letters'),
      drafts: countOf('drafts'),
      attention: groups,
      views,
      counts,
      places: placesNow,
      presence: [...presence],
      roster,
    }
  },
})
