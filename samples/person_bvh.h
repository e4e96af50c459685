/* For the samples that need a figure from a file, in C and C++. */
#ifndef KINE_SAMPLES_PERSON_BVH_H_
#define KINE_SAMPLES_PERSON_BVH_H_

/* A person in centimetres, as a motion-capture file has one. */
static const char kPersonBvh[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 94 0\n"
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT Spine\n{\nOFFSET 0 10 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nJOINT Chest\n{\nOFFSET 0 14 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nJOINT Neck\n{\nOFFSET 0 28 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nJOINT Head\n{\nOFFSET 0 10 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 20 0\n}\n}\n}\nJOINT LeftArm\n{\n"
    "OFFSET 18 22 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT LeftForeArm\n{\nOFFSET 0 -30 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nJOINT LeftHand\n{\nOFFSET 0 -26 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -18 0\n}\n}\n}\n}\nJOINT RightArm\n{\n"
    "OFFSET -18 22 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT RightForeArm\n{\nOFFSET 0 -30 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nJOINT RightHand\n{\nOFFSET 0 -26 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -18 0\n}\n}\n}\n}\n}\n}\n"
    "JOINT LeftUpLeg\n{\nOFFSET 9 -2 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT LeftLeg\n{\n"
    "OFFSET 0 -44 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT LeftFoot\n{\nOFFSET 0 -43 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nJOINT LeftToeBase\n{\nOFFSET 0 -5 13\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -2 7\n}\n}\n}\n}\n}\nJOINT RightUpLeg\n"
    "{\nOFFSET -9 -2 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT RightLeg\n{\nOFFSET 0 -44 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nJOINT RightFoot\n{\nOFFSET 0 -43 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nJOINT RightToeBase\n{\nOFFSET 0 -5 13\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -2 7\n}\n}\n}\n}\n}\n}\nMOTION\n"
    "Frames: 1\nFrame Time: 0.033333\n"
    "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
    "0 0 0\n";

#endif
