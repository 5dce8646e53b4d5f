import type { AnswerTimes, BoxStatistics } from '../../domain/statistics.ts'
import type { AnswersValue, BoxStatsValue } from '../../values/statistics-schema.ts'

const seconds = (time: number | null): number | null => (time === null ? null : time / 1000)

export function answersValue({ count, median, p90, longest }: AnswerTimes): AnswersValue {
  return { count, median: seconds(median), p90: seconds(p90), longest: seconds(longest) }
}

export function boxValue(box: BoxStatistics, now: number): BoxStatsValue {
  const { answers, oldest } = box
  return { ...box, answers: answersValue(answers), oldest: oldest === null ? null : seconds(now - oldest) }
}
