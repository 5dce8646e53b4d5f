import type { Reservation } from '../../domain/reservation.ts'
import { iso } from '../../services/values.ts'
import type { ReservationValue } from '../../values/reservations-schema.ts'

export function reservationValue(reservation: Reservation): ReservationValue {
  const { path, agent, shared, since, until, project } = reservation
  return { path, agent, shared, since: iso(since), until: iso(until), project }
}
