import { type HasClock, type HasPanes, type RosterState, withClock } from '../../state.ts'
import type { Step } from '../../step.ts'
import type { RosterRow } from './roster-row.ts'

type TopicRow = Extract<RosterRow, { type: 'place' | 'heading' }>

/** The debates and the tasks, each kind under its heading. */
export function topicRows({ topics }: RosterState): readonly TopicRow[] {
  const section = (label: string, rows: readonly TopicRow[]): readonly TopicRow[] =>
    rows.length === 0 ? [] : [{ type: 'heading', key: `heading:${label}`, label }, ...rows]
  return [
    ...section(
      'debates',
      topics.debates.map(({ thread, topic }) => ({
        type: 'place',
        key: `debate:${thread}`,
        label: topic || thread,
        source: { type: 'debate', thread },
      })),
    ),
    ...section(
      'tasks',
      topics.tasks.map(({ id }) => ({
        type: 'place',
        key: `task:${id}`,
        label: id,
        source: { type: 'task', task: id },
      })),
    ),
  ]
}

/** Gathered from whole threads: looked at with the ages, and a while after a change. */
export function askTopics<S extends HasPanes & HasClock>(state: S): Step<S> {
  return [withClock(state, { topicsLater: false }), { type: 'load-topics', source: state.panes.list.source }]
}

const rest = 3_000

export function topicsLater<S extends HasClock>(state: S): Step<S> {
  if (state.clock.topicsLater) return [state]
  return [withClock(state, { topicsLater: true }), { type: 'wait', name: 'topics', milliseconds: rest }]
}
