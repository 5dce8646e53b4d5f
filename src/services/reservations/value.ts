import type { Reservation } from '../../domain/reservation.ts'
import type { ReservationValue } from '../../values/reservations-schema.ts'
import { iso } from '../values.ts'

export function reservationValue(reservation: Reservation): ReservationValue {
  const { path, agent, shared, since, until, project } = reservation
  return { path, agent, shared, since: iso(since), until: iso(until), project }
}
