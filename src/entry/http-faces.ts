import type { Face } from '../faces/http/face.ts'
import { mailFace } from '../faces/mail/face.ts'
import { mail2Face } from '../faces/mail2/face.ts'

/** The protocols that `serve` speaks; the first answers what no other does. */
export const httpFaces: readonly Face[] = [mailFace, mail2Face]
