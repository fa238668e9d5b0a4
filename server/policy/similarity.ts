/**
 * Raw cosines mean different things for each embedder. A calibrated similarity reads the same for all: 0.4 is the best cut
 * measured for a change of topic, 0.7 the upper quarter of gaps within one.
 */

/** Points (raw, calibrated) of a rising line; flat outside. */
export type Calibration = readonly (readonly [raw: number, calibrated: number])[];

/** By the embedder's name. */
export const CALIBRATIONS: Readonly<Record<string, Calibration>> = {
  'recorda-static-en-es': [
    [0, 0],
    [0.24, 0.4],
    [0.55, 0.7],
    [0.87, 0.9],
    [1, 1],
  ],
  // The folder's name, as Hugging Face calls the model. At the quantiles of the built-in embedder over 5,400 turns of tiage.
  'all-MiniLM-L6-v2': [
    [0, 0],
    [0.22, 0.4],
    [0.53, 0.7],
    [0.83, 0.9],
    [1, 1],
  ],
};

/** Of an embedder that nobody measured: the cosine as it is. */
export const UNCALIBRATED: Calibration = [
  [0, 0],
  [1, 1],
];
