import { a2aFaces } from '../faces/a2a/face.ts'
import type { Face } from '../faces/http/face.ts'
import { mailFace } from '../faces/mail/face.ts'

/** The protocols that `serve` speaks; the first answers what no other does. */
export const httpFaces: readonly Face[] = [mailFace, ...a2aFaces]
