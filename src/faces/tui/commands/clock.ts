import { lightFormat } from 'date-fns/lightFormat'

/** The time of day of an ISO 8601 time, as the person's clock shows it. */
export function clockOf(time: string | undefined): string {
  return time === undefined ? 'its completion' : lightFormat(time, 'HH:mm')
}
