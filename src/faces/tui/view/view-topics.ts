import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Source, Topics } from '../state.ts'
import { type Line, type Look, span, word } from '../text/line.ts'

type TopicSource = Extract<Source, { type: 'debate' | 'task' }>

/** Of a debate its rounds, of a task its messages; and what stands still. */
export function topicCount(topics: Topics, source: TopicSource): Line {
  if (source.type === 'debate') {
    const debate = topics.debates.find(({ thread }) => thread === source.thread)
    if (debate === undefined) return []
    const { rounds, mostRounds, deadlock, consensus } = debate
    if (consensus) return [word(' decided ', 'good')]
    return [word(` ${rounds}/${mostRounds}${deadlock ? '!' : ' '}`, deadlock ? 'urgent' : 'dim')]
  }
  const task = topics.tasks.find(({ id }) => id === source.task)
  if (task === undefined) return []
  if (task.status === 'completed') return [word(' done ', 'good')]
  const waits = task.status === 'breakpoint'
  return [
    word(` ${task.messages > 99 ? '99+' : task.messages}${waits ? '!' : ' '}`, waits ? 'urgent' : 'dim'),
  ]
}

export function topicTitle(topics: Topics, source: TopicSource, look: Look): Line {
  if (source.type === 'debate') {
    const debate = topics.debates.find(({ thread }) => thread === source.thread)
    const name = debate?.topic || source.thread
    return [
      word('Debate ', look),
      ...(debate?.deadlock ? [word('deadlocked ', 'urgent')] : []),
      span(sanitizeLine(name), look),
    ]
  }
  const { status = 'running' } = topics.tasks.find(({ id }) => id === source.task) ?? {}
  return [
    word('Task ', look),
    span(sanitizeLine(source.task), look),
    ...(status === 'running' ? [] : [word(` · ${status}`, status === 'completed' ? 'good' : 'warning')]),
  ]
}
